import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/kill-rounds/rounds.ts')
