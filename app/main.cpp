#include "core/watch/watch.h"
#include "core/redis/subscriber.h"
#include "core/redis/sandbox.h"
#include "core/demo/demoshop.h"
#include "ui/theme.h"

int main()
{
    return 0;
}
