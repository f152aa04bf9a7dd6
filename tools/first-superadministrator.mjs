import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/first-superadministrator/make.ts')
