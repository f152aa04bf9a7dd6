import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/restore/restore.ts')
