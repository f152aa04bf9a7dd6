import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/deploy/doctor.ts')
