import { beforeAll, describe, expect, test } from 'vitest'
import type { Media } from '#api/catalogue/media/contract.ts'
import { education, educationResult, mediaTag, medium, part, partResult } from '../catalogue.ts'
import { anonymous, type Person, signedIn } from '../portal.ts'

let learner: Person
let course: number
let lesson: number
let tag: number
let book: number
let notes: number

beforeAll(async () => {
  learner = await signedIn()
  lesson = await part()
  course = await education({ partIds: [lesson] })
  tag = await mediaTag('Säkerhet')
  book = await medium({ title: 'Regelbok', educationIds: [course], tagIds: [tag] })
  notes = await medium({ title: 'Anteckningar', educationIds: [course], inLibrary: false })
})

const titles = async (path: string, person = learner) =>
  (await person.json<Media[]>('GET', path)).map(({ title }) => title)

describe('the media library', () => {
  test('contains the media for everybody, whole or under a tag, and needs a session', async () => {
    expect(await titles('/Media/medialibrary')).toEqual(['Regelbok'])
    await medium({ title: 'Affisch' })
    expect(await titles(`/Media/mediatag/${tag}`)).toEqual(['Regelbok'])
    expect(await titles(`/Media/medialibrary?tagId=${tag}`)).toEqual(['Regelbok'])
    expect(await titles('/Media/mediatag/999')).toEqual([])
    expect((await anonymous('GET', '/Media/medialibrary')).status).toBe(401)
    expect((await learner.fetch('GET', '/Media/medialibrary?page=0')).status).toBe(400)
  })

  test('lists its tags', async () => {
    expect(await (await learner.fetch('GET', '/MediaTag')).json()).toEqual([{ id: tag, name: 'Säkerhet', order: 0 }])
  })

  test('names the educations of a medium', async () => {
    const all = await learner.json<Media[]>('GET', `/Media/education/${course}`)
    expect(all).toEqual([
      expect.objectContaining({ id: book, educationIds: [course], tagIds: [tag], url: 'https://example.se/bok' }),
    ])
  })
})

describe('the media of an education', () => {
  test('that are not in the library are for participants and managers', async () => {
    const both = ['Anteckningar', 'Regelbok']
    const path = `/Media/education/${course}`
    expect(await titles(path)).toEqual(['Regelbok'])
    const participant = await signedIn()
    await partResult({ userId: participant.id, educationPartId: lesson })
    const graduate = await signedIn()
    await educationResult({ userId: graduate.id, educationId: course })
    const quitter = await signedIn()
    await partResult({ userId: quitter.id, educationPartId: lesson, canceled: true })
    expect(await titles(path, participant)).toEqual(both)
    expect(await titles(path, graduate)).toEqual(both)
    expect(await titles(path, quitter)).toEqual(['Regelbok'])
    expect(await titles(path, await signedIn({ roles: { Administrator: {} } }))).toEqual(both)
    expect(await titles(path, await signedIn({ roles: { Educator: { EducationCategory: [77] } } }))).toEqual([
      'Regelbok',
    ])
    expect(notes).toBeGreaterThan(0)
  })

  test('of an unpublished education are hidden', async () => {
    const draft = await education({ published: false })
    await medium({ title: 'Utkastets bok', educationIds: [draft] })
    expect(await titles(`/Media/education/${draft}`)).toEqual([])
  })
})
