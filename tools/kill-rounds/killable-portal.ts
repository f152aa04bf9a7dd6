import { trialLogin, trialPayments } from '#story/people.ts'
import { openPortal } from '../portal.ts'
import { takeFolder } from '../runtime.ts'

/**
 * Runs the portal as a separate process to be killed; its clock ticks each `tickMs` milliseconds, not once a minute.
 */
const [dir = '', port = '', log = '', tickMs = ''] = process.argv.slice(2)
await takeFolder(dir)
const vars = { ...trialLogin, ...trialPayments, CALLS_PER_MINUTE: '' }
const portal = await openPortal({ dir, port: Number(port), log, vars })
const tick = () => {
  portal
    .tick()
    .catch((error: unknown) => console.error('The minute’s work failed:', error))
    .finally(() => setTimeout(tick, Number(tickMs)))
}
tick()
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
