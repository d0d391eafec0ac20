#pragma once

#include "core/lab/history/run.h"
#include "ui/lab/words/verdictwords.h"

#include <QWidget>

#include <optional>

class QLabel;

namespace lockstep {

class Theme;

// The headline of a run: a sign, a sentence, and a line with the figures. Before the run it shows
// what must hold, and while it runs how far it has come.
class VerdictHeader : public QWidget
{
    Q_OBJECT

public:
    // theme must outlive this.
    explicit VerdictHeader(const Theme *theme, QWidget *parent = nullptr);

    void setNothing(const QString &title, const QString &words);
    void setProgress(const RunProgress &progress);
    void setProgress(const QString &sentence, const QString &details);
    // scenario: shown before the figures, where several runs are visible; may be empty.
    void setVerdict(const Verdict &verdict, const QString &scenario);

    // A remark that applies to everything shown. Stays until it is set again; empty hides it.
    void setNote(const QString &note);

    [[nodiscard]] QString sentence() const;
    [[nodiscard]] QString details() const;
    [[nodiscard]] QString note() const;

    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    enum class Sign : quint8 { None, Running, Verdict };
    void showSentence(Sign sign, const QString &sentence, const QString &details);
    void applyFont();

    const Theme *m_theme;
    QLabel *m_sentence, *m_details, *m_note;
    Sign m_sign = Sign::None;
    CheckOutcome m_outcome = CheckOutcome::Holds;
    bool m_applying = false;
};

} // namespace lockstep
