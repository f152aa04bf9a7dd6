import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from '../../tools/build.ts'
import { root } from '../../tools/house.ts'
import { prepare } from '../../tools/prepare.ts'

const folder = join(root, '.cache/journeys')

/** Names what the seeded portal depends on: the day, the migrations, the story and how it is told. */
function fingerprint(): string {
  const hash = createHash('sha256').update(new Date().toISOString().slice(0, 10))
  for (const source of ['migrations', 'tools', 'tests/story', 'src/server/api']) {
    const files = readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    for (const file of files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)))
      hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Before all journeys: the Worker is built and one portal is seeded; every spec file plays on a copy of it. */
export default async function setUp(): Promise<void> {
  build()
  const template = join(folder, fingerprint())
  process.env['JOURNEY_TEMPLATE'] = template
  if (existsSync(template)) return
  rmSync(folder, { recursive: true, force: true })
  const draft = `${template}.draft`
  mkdirSync(draft, { recursive: true })
  await prepare(draft)
  renameSync(draft, template)
}

export function copyTemplate(to: string): void {
  const template = process.env['JOURNEY_TEMPLATE']
  if (!template) throw new Error('the set-up has not run')
  rmSync(to, { recursive: true, force: true })
  cpSync(template, to, { recursive: true })
}
