import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/restore/drill.ts')
