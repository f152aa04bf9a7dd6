#!/bin/sh
# Runs workerd so that it cannot outlive the portal that started it: where the kernel can, it dies with its parent;
# everywhere, its process id is written down (exec keeps it) for the next start to look after.
echo $$ >>"$PORTAL_WORKERD_PIDS"
if command -v setpriv >/dev/null 2>&1 && setpriv --pdeathsig KILL true 2>/dev/null; then
  exec setpriv --pdeathsig KILL "$PORTAL_WORKERD" "$@"
fi
exec "$PORTAL_WORKERD" "$@"
