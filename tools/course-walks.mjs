import { continueIn, install } from './ready.mjs'

install()
continueIn('tools/course-walks/walk-all.ts')
