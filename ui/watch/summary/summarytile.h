#pragma once

#include "core/watch/items/item.h"
#include "ui/widgets/marks.h"

#include <QWidget>

namespace lockstep {

// One figure with its caption and, if there is one, a badge or a sparkline.
class SummaryTile : public QWidget
{
    Q_OBJECT

public:
    struct Badge
    {
        Marks::Glyph glyph = Marks::Glyph::None;
        QString word;
        QString brief; // instead of the word where that has no room
        QString filter; // the filter that a click on the tile sets

        friend bool operator==(const Badge &, const Badge &) = default;
    };

    explicit SummaryTile(const Theme *theme, QWidget *parent = nullptr);

    void setFigure(const QString &figure, const QString &caption);
    void setBadge(const Badge &badge);
    // unseenSince: nothing was seen from then until now, so this part of the sparkline is hatched.
    void setSeries(SeriesPtr series, Instant now, std::optional<Instant> unseenSince = {});

    [[nodiscard]] QString figure() const { return m_figure; }
    [[nodiscard]] QString caption() const { return m_caption; }
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void filterRequested(const QString &filter);

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void requestFilter();
    [[nodiscard]] QFont figureFont() const;
    [[nodiscard]] QFont captionFont() const;

    const Theme *m_theme;
    QString m_figure, m_caption;
    Badge m_badge;
    SeriesPtr m_series;
    Instant m_now{};
    std::optional<Instant> m_unseenSince;
};

} // namespace lockstep
