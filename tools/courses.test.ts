import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectPackage, isRefusal } from '#api/catalogue/packages/inspect.ts'
import { createBytesSource } from '#api/catalogue/packages/range-source.ts'
import { buildCourses } from './courses.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'courses-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('equal sources give equal bytes, and an unchanged course is not rebuilt', async () => {
  const first = await buildCourses(join(folder, 'a'))
  const second = await buildCourses(join(folder, 'b'))
  for (const [place, { path, isFresh }] of first.entries()) {
    expect(isFresh).toBe(false)
    expect(Buffer.compare(await readFile(path), await readFile(second[place]?.path ?? ''))).toBe(0)
  }
  expect((await buildCourses(join(folder, 'a'))).every(({ isFresh }) => isFresh)).toBe(true)
})

describe.each([
  ['flaggor-pa-banan', 'Flaggor på banan'],
  ['sakerhet-i-depan', 'Säkerhet i depån'],
  ['leda-ovningar', 'Leda övningar'],
])('the course %s', (slug, title) => {
  const read = async () => {
    const built = (await buildCourses(folder)).find((course) => course.slug === slug)
    const inspected = await inspectPackage(createBytesSource(await readFile(built?.path ?? '')))
    if (isRefusal(inspected)) throw new Error(inspected)
    return inspected
  }
  const textOf = async ({ archive, files }: Awaited<ReturnType<typeof read>>, path: string) => {
    const entry = files.find((file) => file.path === path)
    const bytes = entry && (await archive.read(entry))
    if (!bytes || isRefusal(bytes)) throw new Error(`${path}: ${bytes}`)
    return new TextDecoder().decode(bytes)
  }

  test('is a package that the portal accepts', async () => {
    const activityId = `https://kurser.motorsport.example/${slug}`
    expect(await read()).toMatchObject({ activityId, title, launch: { path: 'index.html', suffix: '' } })
  })

  test('has the same id in its manifest and in its page, and contains every file that it requests', async () => {
    const course = await read()
    const page = await textOf(course, 'index.html')
    expect(page).toContain(`data-activity-id="${course.activityId}"`)
    const names = course.files.map(({ path }) => path)
    for (const [, path] of page.matchAll(/(?:href|src)="([^"#]+)"/g)) expect(names).toContain(path)
    for (const name of names.filter((path) => path.endsWith('.js'))) {
      for (const [, path = ''] of (await textOf(course, name)).matchAll(/from '([^']+)'/g)) {
        expect(names).toContain(new URL(path, `https://course.example/${name}`).pathname.slice(1))
      }
    }
  })

  test('has a picture for every slide, a slide for every question, and one right answer each', async () => {
    const page = await textOf(await read(), 'index.html')
    const slides = [...page.matchAll(/<section class="slide" id="([^"]+)"/g)].map(([, id]) => id)
    const { art } = await import(`../tests/story/courses/${slug}/art.js`)
    const { questions } = await import(`../tests/story/courses/${slug}/questions.js`)
    expect(Object.keys(art)).toEqual(expect.arrayContaining([...slides, 'godkand', 'underkand']))
    for (const question of questions) {
      expect(slides).toContain(question.slide)
      expect(Object.keys(art)).toContain(question.art)
      expect(question.choices.filter(({ id }: { id: string }) => id === question.right)).toHaveLength(1)
    }
  })
})
