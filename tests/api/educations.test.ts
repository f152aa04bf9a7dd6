import { beforeAll, describe, expect, test } from 'vitest'
import type { Education } from '#api/catalogue/educations/contract.ts'
import { category, education, occasion, part, partResult } from '../catalogue.ts'
import { anonymous, type Person, signedIn } from '../portal.ts'

let learner: Person
let rally: number
let theory: number
let practice: number
let open: number
let hidden: number
let archived: number

beforeAll(async () => {
  learner = await signedIn()
  rally = await category('Rally')
  theory = await part({ title: 'Teori', type: 1, feeMinor: 12_345 })
  practice = await part({ title: 'Körning', mandatory: false })
  const partIds = [practice, theory]
  open = await education({
    title: 'Förarlicens',
    feeMinor: 50_050,
    categoryIds: [rally],
    partIds,
    dependencies: { [practice]: [theory] },
  })
  hidden = await education({ title: 'Utkast', published: false, partIds: [await part({ title: 'Hemlig del' })] })
  archived = await education({ title: 'Gammal', archivedAt: new Date() })
})

const read = async (person: Person, path: string) => (await person.fetch('GET', path)).json()
const status = async (person: Person, path: string) => (await person.fetch('GET', path)).status

describe('GET /Educations/:id', () => {
  test('returns the parts in order, the prerequisites and fees in kronor', async () => {
    const answer = (await read(learner, `/Educations/${open}`)) as Education
    expect(answer).toMatchObject({ id: open, title: 'Förarlicens', fee: 500.5, educationCategoryIds: [rally] })
    expect(answer.educationPartIds).toEqual([practice, theory])
    expect(answer.parts.map(({ title, fee }) => [title, fee])).toEqual([
      ['Körning', 0],
      ['Teori', 123.45],
    ])
    expect(answer.partDependencies).toEqual({ [practice]: [theory] })
    expect(answer.parts[0]?.partDependencies).toEqual({ [practice]: [theory] })
  })

  test('needs a session, an id that exists and a number', async () => {
    expect((await anonymous('GET', `/Educations/${open}`)).status).toBe(401)
    expect(await status(learner, '/Educations/999999')).toBe(404)
    expect(await status(learner, '/Educations/forarlicens')).toBe(404)
  })

  test('hides unpublished and archived educations from learners and other educators', async () => {
    const other = await signedIn({ roles: { Educator: { EducationCategory: [rally] } } })
    const organizer = await signedIn({ roles: { OrganizationAdmin: {} } })
    for (const id of [hidden, archived])
      for (const person of [learner, other, organizer]) expect(await status(person, `/Educations/${id}`)).toBe(404)
  })

  test('shows them to administrators and to the responsible educator', async () => {
    const responsible = await signedIn({ roles: { Educator: {} } })
    const own = await education({ title: 'Eget utkast', published: false, responsibleIds: [responsible.id] })
    expect(await status(responsible, `/Educations/${own}`)).toBe(200)
    expect(await status(responsible, `/Educations/${hidden}`)).toBe(404)
    expect(await status(await signedIn({ roles: { Administrator: {} } }), `/Educations/${hidden}`)).toBe(200)
  })

  test('shows them to a learner with a result there, and to no other', async () => {
    const startedPartId = await part({ title: 'Påbörjad' })
    const withdrawn = await education({ title: 'Avpublicerad', published: false, partIds: [startedPartId] })
    const participant = await signedIn()
    await partResult({ userId: participant.id, educationPartId: startedPartId })
    expect(await read(participant, `/Educations/${withdrawn}`)).toMatchObject({
      title: 'Avpublicerad',
      published: false,
    })
    expect(await status(learner, `/Educations/${withdrawn}`)).toBe(404)
    expect(await status(participant, `/EducationParts/${startedPartId}`)).toBe(200)
  })
})

describe('the parts', () => {
  test('are read one by one or several at once, in the requested order', async () => {
    expect(await read(learner, `/EducationParts/${theory}`)).toMatchObject({
      id: theory,
      type: 1,
      educationIds: [open],
    })
    const several = `/EducationParts/several?educationPartIds=${theory}&educationPartIds=${practice}&educationPartIds=999999`
    expect(await read(learner, several)).toMatchObject([{ id: theory }, { id: practice }])
    const occasionId = await occasion({ educationPartId: practice })
    expect(await read(learner, `/EducationParts/several?occasionId=${occasionId}`)).toMatchObject([{ id: practice }])
    expect(await read(learner, '/EducationParts/several')).toEqual([])
    expect(await status(learner, '/EducationParts/several?educationPartIds=first')).toBe(400)
  })

  test('of an unpublished education are hidden', async () => {
    const secret = await part()
    await education({ published: false, partIds: [secret] })
    expect(await status(learner, `/EducationParts/${secret}`)).toBe(404)
    expect(await read(learner, `/EducationParts/several?educationPartIds=${secret}`)).toEqual([])
    const occasionId = await occasion({ educationPartId: secret })
    expect(await read(learner, `/EducationParts/several?occasionId=${occasionId}`)).toEqual([])
    expect(await read(learner, `/EducationParts/${secret}/educations`)).toEqual([])
  })

  test('that are digital are listed for educators only', async () => {
    const educator = await signedIn({ roles: { Educator: {} } })
    expect(await read(educator, '/EducationParts/articulateparts')).toEqual([expect.objectContaining({ id: theory })])
    expect(await status(learner, '/EducationParts/articulateparts')).toBe(403)
  })

  test('list the educations that contain them', async () => {
    expect(await read(learner, `/EducationParts/${theory}/educations`)).toMatchObject([{ id: open, fee: 500.5 }])
  })
})

describe('GET /EducationPartOccasions/GetEducationForOccasionId/:id', () => {
  test('finds the education that a shared part is given for', async () => {
    const second = await education({ title: 'Fortsättning', partIds: [theory] })
    const named = await occasion({ educationPartId: theory, educationId: second })
    const path = '/EducationPartOccasions/GetEducationForOccasionId'
    expect(await read(learner, `${path}/${named}`)).toMatchObject({ id: second })
    expect(await read(learner, `${path}/${await occasion({ educationPartId: theory })}`)).toMatchObject({ id: open })
    expect(await status(learner, `${path}/999999`)).toBe(404)
  })
})
