import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { castMembers, password, trialLogin, trialPayments } from '#story/people.ts'
import { build } from './build.ts'
import { dataDir, forget, port } from './house.ts'
import { openPortal, type Portal } from './portal.ts'
import { prepare } from './prepare.ts'
import { expectFree, takeFolder } from './runtime.ts'

function endWith(portal: Portal): void {
  const clock = setInterval(() => {
    portal.tick().catch((error: unknown) => console.error('The minute’s work failed:', error))
  }, 60_000)
  let ending = false
  const end = async () => {
    if (ending) return
    ending = true
    clearInterval(clock)
    await portal.close()
    process.exit(0)
  }
  process.on('SIGINT', end)
  process.on('SIGTERM', end)
}

function greet(origin: string): void {
  const rows = castMembers.map(({ userName, who }) => `  ${userName.padEnd(14)} ${who}`)
  console.log(`\nUtbildningsportalen  ${origin}\n\nSign in as (password ${password})\n${rows.join('\n')}\n`)
}

async function start(): Promise<void> {
  const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } })
  const dir = dataDir()
  takeFolder(dir)
  await expectFree(port())
  if (values.fresh) forget(dir)
  build()
  await prepare(dir)
  const vars = { ...trialLogin, ...trialPayments }
  const portal = await openPortal({ dir, port: port(), log: join(dir, 'portal.log'), vars })
  endWith(portal)
  greet(portal.origin)
}

// Whoever started this is gone, however it went.
process.on('disconnect', () => process.exit(0))
try {
  await start()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
