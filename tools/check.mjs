import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/check.ts')
