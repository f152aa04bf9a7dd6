import type { Outcome } from './reports.ts'

export interface Step {
  title: string
  run: () => Promise<Outcome>
}

interface StepRun {
  /** Runs steps one after the other, without those that the command line does not name. */
  take: (steps: readonly Step[]) => Promise<void>
  /** Prints the outcome of each step and ends the process: status 1 when anything failed. */
  finish: () => never
}

const heading = (title: string) => `\n━━ ${title} ${'━'.repeat(60 - title.length)}`

function summaryOf({ title }: Step, { passed, failed }: Outcome, begun: number): string {
  const seconds = ((Date.now() - begun) / 1000).toFixed(1)
  const counts = `${String(passed).padStart(5)} passed ${String(failed).padStart(4)} failed`
  return `  ${failed === 0 ? '✓' : '✗'} ${title.padEnd(30)} ${counts} ${seconds.padStart(7)} s`
}

/** Runs steps and adds up their outcomes. `words` are words of their titles; none means every step. */
export function createRun(words: readonly string[]): StepRun {
  const begun = Date.now()
  const lines: string[] = []
  const total: Outcome = { passed: 0, failed: 0, failures: [] }
  const isWanted = ({ title }: Step) =>
    words.length === 0 || words.some((word) => title.toLowerCase().includes(word.toLowerCase()))
  const takeOne = async (step: Step) => {
    console.log(heading(step.title))
    const stepBegun = Date.now()
    const outcome = await step.run()
    total.passed += outcome.passed
    total.failed += outcome.failed
    total.failures.push(...outcome.failures)
    lines.push(summaryOf(step, outcome, stepBegun))
  }
  return {
    async take(steps) {
      for (const step of steps.filter(isWanted)) await takeOne(step)
    },
    finish() {
      const minutes = ((Date.now() - begun) / 60_000).toFixed(1)
      const counts = `${total.passed} passed, ${total.failed} failed, ${minutes} min`
      console.log(`${heading('All')}\n${[...lines, ...total.failures].join('\n')}\n\n${counts}`)
      process.exit(total.failed === 0 && lines.length > 0 ? 0 : 1)
    },
  }
}
