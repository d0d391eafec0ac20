#include "core/demo/demoshop.h"
#include "core/redis/sandbox.h"
#include "core/redis/subscriber.h"
#include "core/watch/watch.h"
#include "ui/theme.h"

int main()
{
    return 0;
}
