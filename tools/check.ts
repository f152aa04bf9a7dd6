import { createRun } from './run-steps.ts'
import { formatAndLint, pageFormat, pageTypes, pureTests, types, unusedCode } from './steps.ts'

const { take, finish } = createRun(process.argv.slice(2))

// Pure tests take as long as the other steps together, so each half gets a core.
await Promise.all([take([pureTests]), take([formatAndLint, unusedCode, types, pageFormat, pageTypes])])
finish()
