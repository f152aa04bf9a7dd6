import { parseArgs } from 'node:util'
import { build } from './build.ts'
import { dataDir, forget, port } from './house.ts'
import { openPortal, type Portal } from './portal.ts'
import { prepare } from './prepare.ts'

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
  process.on('disconnect', end)
}

const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } })
const dir = dataDir()
if (values.fresh) forget(dir)
build()
await prepare(dir)
const portal = await openPortal({ dir, port: port() })
endWith(portal)
console.log(`\nUtbildningsportalen: ${portal.origin}\n`)
