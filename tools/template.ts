import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { toPortalDay } from '#api/zone.ts'
import { root } from './local-portal.ts'
import { prepare } from './prepare.ts'

/** Hashes the inputs of a seeded portal: the day, the migrations, the story and the code that seeds it. */
function fingerprint(): string {
  const hash = createHash('sha256').update(toPortalDay(new Date()))
  for (const source of ['migrations', 'tools', 'tests/story', 'src/server/api']) {
    const files = readdirSync(join(root, source), { recursive: true, withFileTypes: true })
    const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    for (const path of paths.sort()) hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  return hash.digest('hex').slice(0, 16)
}

/**
 * Returns the folder of a seeded portal, to be copied by `copyTemplate`. It is seeded again when the day, the
 * migrations, the story or the code that seeds it has changed; templates of the same name that are older are deleted
 * then.
 */
export async function seededTemplate(name: string, scale: number): Promise<string> {
  const folder = join(root, '.cache/templates', name)
  const template = join(folder, fingerprint())
  if (existsSync(template)) return template
  rmSync(folder, { recursive: true, force: true })
  const draft = `${template}.draft`
  mkdirSync(draft, { recursive: true })
  await prepare(draft, scale)
  renameSync(draft, template)
  return template
}

/** Copies a template to a folder, in place of what is there. */
export function copyTemplate(template: string, to: string): void {
  rmSync(to, { recursive: true, force: true })
  cpSync(template, to, { recursive: true })
}

if (import.meta.main) await seededTemplate('journeys', 1)
