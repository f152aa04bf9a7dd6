import { join } from 'node:path'
import { castMembers, password, trialLogin, trialPayments } from '#story/people.ts'
import { build } from './build.ts'
import { readOptions } from './command.ts'
import { openReserve } from './disk-reserve.ts'
import { dataDir, deleteStoredData, port } from './local-portal.ts'
import { openPortal, type Portal } from './portal.ts'
import { prepare } from './prepare.ts'
import { expectFreePort, takeFolder } from './runtime.ts'
import { checkDatabases, checkFolder, formatStartError } from './start-errors.ts'

/**
 * Runs the scheduled handler now, for jobs that the last run left unfinished, and then every minute. Miniflare stops
 * with the process.
 */
function startClock(portal: Portal): void {
  const tick = () => {
    portal.tick().catch((error: unknown) => console.error('The minute’s work failed:', error))
  }
  tick()
  setInterval(tick, 60_000)
}

const steps =
  'No second factor is asked of these accounts until one adds it at /profile/security, or /config names a day for administrators.'

function greet(origin: string): void {
  const rows = castMembers.map(({ userName, who }) => `  ${userName.padEnd(14)} ${who}`)
  console.log(`\nUtbildningsportalen  ${origin}\n\nSign in as (password ${password})\n${rows.join('\n')}\n\n${steps}\n`)
}

async function start(): Promise<void> {
  const values = readOptions(
    `Serves the portal on this machine:
  npm start
  npm start -- --fresh`,
    { fresh: { type: 'boolean', default: false } },
  )
  const dir = dataDir()
  checkFolder(dir)
  await takeFolder(dir)
  await expectFreePort(port())
  if (values.fresh) deleteStoredData(dir)
  checkDatabases(dir)
  build()
  await prepare(dir)
  const vars = { ...trialLogin, ...trialPayments, PAYMENT_METHODS: 'card,swish' }
  const reserve = openReserve(dir)
  reserve.fill()
  setInterval(reserve.fill, 60_000)
  const log = join(dir, 'portal.log')
  const portal = await openPortal({ dir, port: port(), log, vars, whenFull: reserve.release })
  startClock(portal)
  greet(portal.origin)
}

// The process that started this one has ended, even if it was killed.
process.on('disconnect', () => process.exit(0))
try {
  await start()
} catch (error) {
  console.error(formatStartError(error, dataDir()))
  process.exit(1)
}
