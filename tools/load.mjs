import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/load/openings.ts')
