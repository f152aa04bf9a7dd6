import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/deploy/rollback.ts')
