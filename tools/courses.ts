import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'

/**
 * Zips the courses under tests/story/courses into .cache/courses/<slug>.zip. The same sources give the same bytes, and
 * a course whose sources have not changed is skipped.
 *
 *   node tools/courses.ts
 */

const root = resolve(import.meta.dirname, '..')
const sources = join(root, 'tests/story/courses')
const runtime = join(sources, 'runtime')
const archivo = join(root, 'node_modules/@fontsource-variable/archivo')
const MANIFEST = 'tincan.xml'

export interface BuiltCourse {
  slug: string
  path: string
  isFresh: boolean
}

/** Zips the courses whose sources have changed into `target`, and returns all of them by slug. */
export async function buildCourses(target = join(root, '.cache/courses')): Promise<BuiltCourse[]> {
  await mkdir(target, { recursive: true })
  const folders = await readdir(sources, { withFileTypes: true })
  const slugs = folders.map(({ name }) => name).filter((name) => existsSync(join(sources, name, MANIFEST)))
  return Promise.all(slugs.toSorted().map((slug) => buildCourse(slug, target)))
}

async function buildCourse(slug: string, target: string): Promise<BuiltCourse> {
  const path = join(target, `${slug}.zip`)
  const files = await filesOf(slug)
  const fingerprint = fingerprintOf(files)
  const isFresh = existsSync(path) && (await readFile(`${path}.sources`, 'utf8').catch(() => '')) === fingerprint
  if (!isFresh) {
    await replace(path, await zipped(files))
    await replace(`${path}.sources`, fingerprint)
  }
  return { slug, path, isFresh }
}

type Files = [path: string, bytes: Uint8Array<ArrayBuffer>][]

async function filesOf(slug: string): Promise<Files> {
  const [own, shared] = await Promise.all([filesIn(join(sources, slug)), filesIn(runtime)])
  const runtimeFiles = shared.map(([path, bytes]): Files[number] => [`runtime/${path}`, bytes])
  const fonts: Files = [
    ['fonts/archivo.woff2', await bytesOf(join(archivo, 'files/archivo-latin-wdth-normal.woff2'))],
    ['fonts/LICENSE', await bytesOf(join(archivo, 'LICENSE'))],
  ]
  const all = [...own, ...runtimeFiles, ...fonts]
  return all.toSorted(([a], [b]) => (a < b ? -1 : 1))
}

async function filesIn(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const read = async (path: string): Promise<Files[number]> => [
    path.slice(folder.length + 1).replaceAll(sep, '/'),
    await bytesOf(path),
  ]
  return Promise.all(paths.map(read))
}

const bytesOf = async (path: string) => new Uint8Array(await readFile(path))

function fingerprintOf(files: Files): string {
  const hash = createHash('sha256').update(process.version)
  for (const [path, bytes] of files) hash.update(`\0${path}\0${bytes.length}\0`).update(bytes)
  return hash.digest('hex')
}

async function zipped(files: Files): Promise<Uint8Array> {
  const { configure, Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js')
  configure({ useWebWorkers: false })
  // Without clock, extra timestamp or random order, equal sources give equal bytes.
  const zip = new ZipWriter(new Uint8ArrayWriter(), { lastModDate: new Date(2000, 0, 1), extendedTimestamp: false })
  for (const [path, bytes] of files) await zip.add(path, new Uint8ArrayReader(bytes))
  return zip.close()
}

/** Replaces a file atomically: concurrent readers get the old or the new content, never half of one. */
async function replace(path: string, content: Uint8Array | string): Promise<void> {
  const draft = `${path}.${process.pid}.draft`
  await writeFile(draft, content)
  await rename(draft, path)
}

if (import.meta.main) {
  for (const { slug, isFresh } of await buildCourses()) console.log(`${slug}: ${isFresh ? 'up to date' : 'zipped'}`)
}
