import { createRun } from './run-steps.ts'
import {
  build,
  commandTests,
  formatAndLint,
  journeys,
  journeyTemplate,
  pageFormat,
  pageTypes,
  pureTests,
  restoreDrill,
  types,
  unusedCode,
  workerdTests,
} from './steps.ts'

const { take, finish } = createRun(process.argv.slice(2))

// Most steps use a single core, so two run in parallel. The build writes the types of the folders, and the journeys'
// portal is seeded with it.
const built = take([build])
await Promise.all([
  built.then(() => take([workerdTests])),
  take([formatAndLint, pageFormat, unusedCode, pureTests])
    .then(() => built)
    .then(() => take([types, pageTypes, journeyTemplate, restoreDrill, commandTests])),
])
await take([journeys()])
finish()
