import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/client/generate-client.ts')
