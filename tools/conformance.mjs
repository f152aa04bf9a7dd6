import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/conformance/run.ts')
