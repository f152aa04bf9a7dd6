import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/screenshots.ts')
