import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { build } from '../build.ts'
import { readOptions } from '../command.ts'
import { createClient } from '../kill-rounds/client.ts'
import { startPortal } from '../kill-rounds/portal-process.ts'
import { loadSecret, root } from '../local-portal.ts'
import { openStore } from '../portal.ts'
import { expectFreePort, listRuntimes } from '../runtime.ts'
import { copyTemplate, seededTemplate } from '../template.ts'
import { addLoadData, listSeats, type SeatCount } from './data.ts'
import { type LoadAnswer, toFigures, toTable } from './figures.ts'
import { signUpOne } from './one-person.ts'

/** Registration openings, one each minute: people come at an even pace, whether or not the portal keeps up. */
const values = readOptions(
  `Opens a registration each minute on a portal of this machine, with people who come at an even pace:
  npm run load -- --minutes 30 --factor 2`,
  {
    minutes: { type: 'string', default: '30' },
    /** Times the people of one opening that come each minute. */
    factor: { type: 'string', default: '5' },
    people: { type: 'string', default: '2000' },
    places: { type: 'string', default: '100' },
    port: { type: 'string', default: '8797' },
  },
)
const [minutes, port, places] = [Number(values.minutes), Number(values.port), Number(values.places)]
const people = Number(values.people) * Number(values.factor)
const dir = join(root, '.cache/load')

/** Returns the resident memory of the runtimes, in megabytes; null when the system does not report it. */
function readMemory(): number | null {
  const pages = listRuntimes(dir).map((pid) => /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  return pages.length === 0 ? null : pages.reduce((sum, kB) => sum + Number(kB), 0) / 1024
}

const memoryText = () => `${readMemory()?.toFixed(0) ?? '?'} MB`

/** Sends the people of all minutes; resolves when the last answer has come. */
async function open(secret: string): Promise<LoadAnswer[]> {
  const answers: LoadAnswer[] = []
  const ask = createClient(port)
  const coming: Promise<void>[] = []
  const begun = performance.now()
  for (let opening = 0; opening < minutes; opening += 1) {
    for (let person = 0; person < people; person += 1) {
      const due = begun + (opening + person / people) * 60_000
      if (due > performance.now()) await after(due - performance.now())
      coming.push(signUpOne({ ask, secret, person, opening, add: (answer) => answers.push(answer) }))
    }
    console.log(`minute ${opening + 1}: ${answers.length} of ${2 * coming.length} answered, ${memoryText()}`)
  }
  await Promise.all(coming)
  return answers
}

/** Returns whether an opening gave out more seats than it has, one person two, or counts others than are there. */
const isWrong = ({ counted, places: seats, present, people: persons }: SeatCount) =>
  counted > seats || present !== counted || persons !== present

await expectFreePort(port)
build()
copyTemplate(await seededTemplate('journeys', 1), dir)
const store = await openStore(dir)
await addLoadData(store.db, { people, openings: minutes, places })
await store.close()
const portal = await startPortal(dir, port, join(dir, 'portal.log'), 60_000)
console.log(
  `${people} people a minute for ${places} places, ${minutes} minutes, ${cpus().length} cores, ${memoryText()}`,
)
const answers = await open(loadSecret(dir))
const seats = await portal.kill().then(async () => {
  const after = await openStore(dir)
  try {
    return await listSeats(after.db)
  } finally {
    await after.close()
  }
})
console.log(toTable(toFigures(answers)))
const wrong = seats.filter(isWrong)
const seatCount = seats.reduce((sum, { present }) => sum + present, 0)
console.log(`\n${seatCount} of ${seats.length * places} places taken, ${wrong.length} openings oversold or miscounted`)
if (wrong.length > 0) console.error(wrong)
process.exit(wrong.length === 0 ? 0 : 1)
