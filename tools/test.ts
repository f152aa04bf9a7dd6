import { runOf } from './run-steps.ts'
import {
  build,
  formatAndLint,
  journeys,
  journeyTemplate,
  pageFormat,
  pageTypes,
  pureTests,
  types,
  unusedCode,
  workerdTests,
} from './steps.ts'

const { take, finish } = runOf(process.argv.slice(2))

// Most steps keep a single core busy, so two lanes run beside each other. The build writes the types of what is in the
// folders, and the portal of the journeys is seeded through it.
const built = take([build])
await Promise.all([
  built.then(() => take([workerdTests])),
  take([formatAndLint, pageFormat, unusedCode, pureTests])
    .then(() => built)
    .then(() => take([types, pageTypes, journeyTemplate])),
])
await take([journeys()])
finish()
