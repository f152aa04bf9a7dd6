import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/bench/bench.ts')
