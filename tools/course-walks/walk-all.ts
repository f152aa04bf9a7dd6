import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright'
import { build } from '../build.ts'
import { chromiumFlags, ensureChromium } from '../chromium.ts'
import { readOptions } from '../command.ts'
import { type Outcome, walkPackage } from './walk-package.ts'

const values = readOptions(
  `Walks course packages of a folder through a portal of this machine:
  npm run courses -- --packages <folder>`,
  {
    /** Folder of packages as zip files; they are never part of this repository. */
    packages: { type: 'string' },
    /** Only the packages with this in their name. */
    grep: { type: 'string', default: '' },
    port: { type: 'string', default: '8797' },
  },
)

function lineOf({ name, format, tool, stoppedAt, wasWalked }: Outcome): string {
  const verdict = stoppedAt === null ? (wasWalked ? 'passed' : 'opened, not walked') : `stopped: ${stoppedAt}`
  return [name.padEnd(40), format.padEnd(10), tool.padEnd(16), verdict].join(' ')
}

if (!values.packages) throw new Error('Say where the packages lie: npm run courses -- --packages DIR')
const folder = resolve(values.packages)
const names = readdirSync(folder).filter((name) => name.endsWith('.zip') && name.includes(values.grep))
build()
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags })
let stopped = 0
for (const name of names.sort()) {
  const outcome = await walkPackage(browser, join(folder, name), Number(values.port))
  if (outcome.stoppedAt !== null) stopped++
  console.log(lineOf(outcome))
}
await browser.close()
process.exit(stopped === 0 ? 0 : 1)
