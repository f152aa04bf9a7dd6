import { runOf } from './run-steps.ts'
import { journeys } from './steps.ts'

const { take, finish } = runOf([])
await take([journeys(process.argv.slice(2))])
finish()
