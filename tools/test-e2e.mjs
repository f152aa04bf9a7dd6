import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/test-e2e.ts')
