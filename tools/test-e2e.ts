import { createRun } from './run-steps.ts'
import { journeys } from './steps.ts'

const { take, finish } = createRun([])
await take([journeys(process.argv.slice(2))])
finish()
