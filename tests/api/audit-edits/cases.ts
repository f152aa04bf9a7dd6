import { eq } from 'drizzle-orm'
import fc, { type Arbitrary } from 'fast-check'
import { media, mediaToEducation, mediaToTag } from '#api/media/table.ts'
import { category, education, inDays, mediaTag, part } from '../../catalogue.ts'
import { plainConfiguration } from '../../configuration.ts'
import { digitalCourse } from '../../course.ts'
import { aLicense, renewal } from '../../licenses.ts'
import { database, signedIn } from '../../portal.ts'
import { anEducation, anOccasion } from '../results/scene.ts'

type Fields = Record<string, unknown>

/** A thing that is stored, the call that edits it, and how it is read from outside. */
export interface Edited {
  targetId: number | string
  path: string
  /** The part of a multipart body that holds the JSON. */
  field?: string
  /** What the edit sends of chosen values; without it, the values over what is read. */
  bodyOf?: (chosen: Fields) => unknown
  read: () => Promise<Fields>
}

export interface Case {
  targetType: string
  /** Valid values of what the form writes. */
  choices: () => Promise<Record<string, Arbitrary<unknown>>>
  make: () => Promise<Edited>
}

export const office = await signedIn({ roles: { SuperAdministrator: {} } })

export async function answer<Body = Fields>(response: Response): Promise<Body> {
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json() as Promise<Body>
}

const get = async <Body = Fields>(path: string) => answer<Body>(await office.fetch('GET', path))
const post = async (path: string, body: unknown) => answer(await office.fetch('POST', path, body))
const among = async (path: string, id: unknown, key = 'id') =>
  (await get<Fields[]>(path)).find((one) => one[key] === id) ?? {}

export const formOf = (field: string, body: unknown, file?: File) => {
  const form = new FormData()
  form.set(field, JSON.stringify(body))
  if (file) form.set('file', file)
  return form
}

const pick = (...values: unknown[]) => fc.constantFrom(...values)
const some = (...ids: number[]) => fc.subarray(ids)
const text = pick('Ö', 'Grundkurs "1"', "O'Hara {{x}}", '100 %')
const note = pick(null, 'Ta med hjälm', '<p>Hej</p>')
const whole = pick(null, 1, 12)
const flag = fc.boolean()
const kronor = pick(0, 120.5, 900)
const questions = pick([], [{ id: 1, text: 'Allergi?', type: 'yesno', options: [], required: true }])
const moment = (from: number) => pick(inDays(from).toISOString(), inDays(from + 0.1).toISOString())
const educator = await signedIn({ roles: { Educator: {} } })
const responsible = some(office.id, educator.id)

const catalogueChoices = { title: text, description: note, fee: kronor, customQuestions: questions }

const educationCase: Case = {
  targetType: 'education',
  choices: async () => ({
    ...catalogueChoices,
    shortDescription: pick(null, 'Kort'),
    hours: pick(null, 1.5, 7),
    vatRate: pick(0, 6, 25),
    validityMonths: whole,
    minAge: whole,
    guardianRequiredUnderAge: whole,
    blockedForExternalUsers: flag,
    archived: flag,
    paymentMethods: pick([], [0], [0, 1]),
    educationCategoryIds: some(await category('Rally'), await category('Cross')),
    responsibleIds: responsible,
    contactUserId: pick(null, office.id),
    certificateText: note,
    targetGroup: pick(null, 'Alla'),
    prerequisiteEducationIds: some(await education()),
  }),
  async make() {
    const id = await education({ published: false })
    return { targetId: id, path: '/Educations', field: 'education', read: () => get(`/Educations/${id}`) }
  },
}

const partCase: Case = {
  targetType: 'educationPart',
  choices: async () => ({
    ...catalogueChoices,
    hours: pick(null, 1.5, 7),
    mandatory: flag,
    needsApproval: flag,
    completionRule: pick('course', 'both'),
    minimumScore: whole,
    startsAgain: flag,
    opensWindows: flag,
    submissionInstructions: note,
    responsibleIds: responsible,
    // Where a part belongs is read of it, and is not the form's to change.
    educationIds: pick([], [1]),
  }),
  async make() {
    const id = await part()
    await education({ partIds: [id] })
    return { targetId: id, path: '/EducationParts', field: 'educationPart', read: () => get(`/EducationParts/${id}`) }
  },
}

const placeChoices = {
  title: note,
  description: note,
  startDate: moment(30),
  endDate: moment(31),
  lastSignUpDate: pick(null, inDays(20).toISOString()),
  city: pick('Kil', 'Åmål'),
  venue: note,
  address: note,
  fee: kronor,
  maxParticipants: whole,
  blockedForExternalUsers: flag,
  responsibleIds: responsible,
}

const occasionCase: Case = {
  targetType: 'occasion',
  choices: async () => ({
    ...placeChoices,
    lastCancelDate: pick(null, inDays(10).toISOString()),
    onlineUrl: pick(null, 'https://mote.example.se/1'),
    paymentMethods: pick([], [1]),
    needsApproval: flag,
    customQuestions: questions,
  }),
  async make() {
    const { firstPartId } = await anEducation([{}])
    const { id } = await anOccasion(firstPartId)
    const read = () => get(`/EducationPartOccasions/${id}/managed`)
    return { targetId: id, path: '/EducationPartOccasions', read }
  },
}

const examCase: Case = {
  targetType: 'driverExam',
  choices: async () => ({ ...placeChoices, guardianAge: pick(18, 20), examinerId: pick(office.id, educator.id) }),
  async make() {
    const educationPartId = await part({ type: 2 })
    const educationId = await education({ partIds: [educationPartId] })
    const base = '/EducationPartsPracticalDriverExam'
    const given = { startDate: inDays(30), endDate: inDays(31), city: 'Arvika', examinerId: office.id }
    const made = await post(`${base}/create`, { educationPartId, educationId, ...given })
    const id = made['educationPartPracticalDriverExamId'] as number
    return { targetId: id, path: `${base}/${id}`, read: () => get(`${base}/${id}`) }
  },
}

const licenseCase: Case = {
  targetType: 'license',
  choices: async () => {
    const educationIds = some(await education(), await education())
    const credit = fc.record({ name: pick('Teori'), minimum: pick(0, 2), cap: whole, educationIds })
    return {
      ...{ name: text, code: pick(null), description: note, active: flag, autoIssue: flag, minAge: whole },
      ...{ validityMonths: pick(12, 24), validToRule: pick(0, 1), order: pick(0, 3) },
      requiredEducationIds: educationIds,
      groups: fc.array(
        fc.record({
          need: pick(1),
          educationIds: pick(await Promise.all([education(), education()])),
          licenseIds: pick([]),
          otherRequirementIds: pick([]),
        }),
        { maxLength: 2 },
      ),
      renewal: fc.record({ ...constants(renewal), total: pick(0), categories: fc.array(credit, { maxLength: 1 }) }),
    }
  },
  async make() {
    const { id } = await aLicense(office)
    return { targetId: id, path: '/Licenses', read: () => get(`/Licenses/${id}`) }
  },
}

const constants = (of: object) => Object.fromEntries(Object.entries(of).map(([name, one]) => [name, fc.constant(one)]))

const byNumber = (a: number, b: number) => a - b

const mediaCase: Case = {
  targetType: 'media',
  choices: async () => ({
    ...{ title: text, description: note, inLibrary: flag, url: pick('https://example.se/1', 'https://example.se/2') },
    educationIds: some(await education(), await education()),
    tagIds: some(await mediaTag(`Teori ${crypto.randomUUID()}`), await mediaTag(`Bana ${crypto.randomUUID()}`)),
  }),
  async make() {
    const links = [{ title: 'Länk', url: 'https://example.se/bok' }]
    const [link] = await answer<{ id: number }[]>(await office.fetch('POST', '/Media/links', links))
    const id = link?.id ?? 0
    const read = async () => {
      const { query } = database()
      const [row] = await query.select().from(media).where(eq(media.id, id))
      const educations = await query.select().from(mediaToEducation).where(eq(mediaToEducation.mediaId, id))
      const tags = await query.select().from(mediaToTag).where(eq(mediaToTag.mediaId, id))
      const [educationIds, tagIds] = [educations.map((one) => one.educationId), tags.map((one) => one.mediaTagId)]
      return { ...row, educationIds: educationIds.toSorted(byNumber), tagIds: tagIds.toSorted(byNumber) }
    }
    return { targetId: id, path: '/Media', field: 'request', read }
  },
}

const userCase: Case = {
  targetType: 'user',
  choices: async () => ({
    ...{ firstName: text, lastName: text, phone: pick(null, '070-123 45 67'), language: pick(null, 'sv', 'en') },
    birthDate: pick(null, '2001-02-03'),
  }),
  async make() {
    const { id } = await signedIn()
    return { targetId: id, path: `/user/edit/${id}`, bodyOf: (chosen) => chosen, read: () => get(`/User/${id}`) }
  },
}

const rolesCase: Case = {
  targetType: 'user',
  choices: async () => ({ Educator: flag, Administrator: flag }),
  async make() {
    const { id } = await signedIn({ roles: { Educator: {} } })
    const roles = async () => (await get<{ roles: Fields }>(`/User/${id}`)).roles
    const bodyOf = (chosen: Fields) => {
      const named = (wanted: boolean) => Object.keys(chosen).filter((role) => chosen[role] === wanted)
      return { rolesToAdd: named(true), rolesToRemove: named(false), extensions: {} }
    }
    const read = async () => ({ Educator: null, Administrator: null, ...(await roles()) })
    return { targetId: id, path: `/User/${id}/updateRoles`, bodyOf, read }
  },
}

const favoritesCase: Case = {
  targetType: 'user',
  choices: async () => ({ educationCategoryIds: some(await category('Enduro'), await category('Trial')) }),
  async make() {
    const userId = office.id
    const read = async () => ({ educationCategoryIds: await get<number[]>(`/user/${userId}/UserToEducationCategory`) })
    const path = '/EducationCategory/AddUserToEducationCategory'
    return { targetId: userId, path, bodyOf: (chosen) => ({ ...chosen, userId }), read }
  },
}

const arrangedCase: Case = {
  targetType: 'education',
  choices: async () => ({ educationPartIds: fc.shuffledSubarray([await part(), await part(), await part()]) }),
  async make() {
    const id = await education({ published: false })
    const read = async () => ({ educationPartIds: (await get(`/Educations/${id}`))['educationPartIds'] })
    const path = `/Educations/${id}/educationParts`
    return { targetId: id, path, bodyOf: (chosen) => chosen['educationPartIds'], read }
  },
}

const [first, second, third] = [await part(), await part(), await part()]
const prerequisitesCase: Case = {
  targetType: 'education',
  choices: async () => ({ educationPartIds: some(second, third) }),
  async make() {
    const id = await education({ published: false, partIds: [first, second, third] })
    const path = `/Educations/${id}/educationPartDependencies/${first}`
    const read = async () => {
      const { partDependencies } = await get<{ partDependencies: Record<string, number[]> }>(`/Educations/${id}`)
      return { educationPartIds: partDependencies[first] ?? [] }
    }
    return { targetId: id, path, bodyOf: (chosen) => chosen['educationPartIds'], read }
  },
}

const wordingCase: Case = {
  targetType: 'mailTemplate',
  choices: async () => ({
    subject: text.filter((one) => !String(one).includes('{{')),
    text: pick('{{name}}, hej', 'Hej {{name}}'),
  }),
  async make() {
    const path = '/Mails/templates/emailChanged'
    const texts = async () =>
      (await get<{ texts: Fields[] }>(path)).texts.find(({ language }) => language === 'sv') ?? {}
    const { subject, text: words, lastChange } = await texts()
    await answer(await office.fetch('PUT', path, { variant: '', language: 'sv', subject, text: words, lastChange }))
    const read = async () => {
      const now = await texts()
      return { subject: now['subject'], text: now['text'], lastChange: now['lastChange'] }
    }
    return { targetId: 'emailChanged sv', path, read, bodyOf: (chosen) => ({ variant: '', language: 'sv', ...chosen }) }
  },
}

/** What is made by a call, edited by another with the same body, and read from a list. */
const listed = (
  targetType: string,
  { make, put, list, choices }: { make: () => Promise<Fields>; put: string; list: string; choices: Case['choices'] },
): Case => ({
  targetType,
  choices,
  async make() {
    const { id } = await make()
    return { targetId: id as number, path: put, read: () => among(list, id) }
  },
})

const materialCase: Case = {
  targetType: 'educatorMaterial',
  choices: async () => ({ name: text }),
  async make() {
    const { educationPartId } = await digitalCourse()
    const file = new File([Uint8Array.from([0x50, 0x4b, 5, 6, ...new Array(18).fill(0)])], 'handledning.zip')
    const form = formOf('educatorArticulate', { name: 'Handledning' }, file)
    const made = await answer(await office.fetch('PUT', `/EducatorArticulates/${educationPartId}`, form))
    const id = made['educatorArticulateId'] as number
    const list = `/EducationPart/EducatorArticulates/${educationPartId}`
    const read = () => among(list, id, 'educatorArticulateId')
    const bodyOf = (chosen: Fields) => ({ ...chosen, educatorArticulateId: id })
    return { targetId: id, path: `/EducatorArticulates/${id}`, field: 'educatorArticulate', bodyOf, read }
  },
}

const accountCase: Case = {
  targetType: 'integrationAccount',
  choices: async () => ({
    roles: fc.shuffledSubarray(['IntegrationRead', 'IntegrationWrite'], { minLength: 1 }),
    active: flag,
  }),
  async make() {
    const path = '/User/integrationaccounts'
    const { id } = await post(path, { name: `System ${crypto.randomUUID()}`, roles: ['IntegrationRead'] })
    return { targetId: id as number, path: `${path}/${id}`, read: () => among(path, id) }
  },
}

const tagCase: Case = {
  targetType: 'tag',
  choices: async () => ({ name: text }),
  async make() {
    const { id: educationId, partIds } = await anEducation([{}, {}])
    const ids = await Promise.all(partIds.map(async (partId) => (await anOccasion(partId)).id))
    const { id } = await post('/tag', { educationId, name: 'Grupp', occasionIds: ids.slice(0, 1) })
    const read = () => among(`/tag/education/${educationId}`, id)
    return { targetId: id as number, path: `/tag/${id}`, read, bodyOf: (chosen) => ({ ...chosen, occasionIds: ids }) }
  },
}

async function outsideActivity(): Promise<Fields> {
  const categories = [{ name: 'Teori', minimum: 0, cap: null, educationIds: [] }]
  const { id: licenseId } = await aLicense(office, { renewal: { by: 'credits', total: 10, categories } })
  return post('/OutsideActivities', { licenseId, category: 0, name: 'Bana', most: 2, active: true })
}

/** By the action that the edit is recorded as. */
export const cases: Record<string, Case> = {
  'education.changed': educationCase,
  'education.partsArranged': arrangedCase,
  'education.prerequisitesSet': prerequisitesCase,
  'educationPart.changed': partCase,
  'occasion.changed': occasionCase,
  'driverExam.changed': examCase,
  'license.changed': licenseCase,
  'media.changed': mediaCase,
  'user.edited': userCase,
  'roles.changed': rolesCase,
  'favoriteCategories.chosen': favoritesCase,
  'mail.templateChanged': wordingCase,
  'educatorMaterial.changed': materialCase,
  'integration.changed': accountCase,
  'tag.changed': tagCase,
  'mediaTag.changed': listed('mediaTag', {
    make: () => post('/MediaTag', { name: `Tagg ${crypto.randomUUID()}` }),
    put: '/MediaTag',
    list: '/MediaTag',
    choices: async () => ({ order: pick(0, 3, 8) }),
  }),
  'event.changed': listed('event', {
    make: () => post('/Events', { content: 'Hej' }),
    put: '/Events',
    list: '/Events/latest?limit=10',
    choices: async () => ({ content: text }),
  }),
  'disturbanceMessage.changed': listed('disturbanceMessage', {
    make: () => post('/DisturbanceMessage', { content: 'Driftstopp' }),
    put: '/DisturbanceMessage',
    list: '/DisturbanceMessage',
    choices: async () => ({
      content: text,
      from: pick(null, inDays(1).toISOString()),
      to: pick(null, inDays(2).toISOString()),
    }),
  }),
  'educationCategory.saved': listed('educationCategory', {
    make: async () =>
      answer(await office.fetch('PUT', '/EducationCategory', { name: 'Gren', shortName: 'G', color: '#112233' })),
    put: '/EducationCategory',
    list: '/EducationCategory',
    choices: async () => ({
      ...{ name: text, shortName: note, color: pick(null, '#00ff00') },
      order: pick(0, 2),
      active: flag,
    }),
  }),
  'educationRole.saved': listed('educationRole', {
    make: async () => answer(await office.fetch('PUT', '/EducationRole', { name: 'Roll', group: 0 })),
    put: '/EducationRole',
    list: '/EducationRole',
    choices: async () => ({ name: text, group: pick(0, 3), order: pick(0, 2), active: flag }),
  }),
  'otherRequirement.changed': listed('otherRequirement', {
    make: () =>
      post('/OtherRequirement', {
        ...{ name: 'Läkarintyg', description: null, validityMonths: null, documentRequired: false, active: true },
      }),
    put: '/OtherRequirement',
    list: '/OtherRequirement',
    choices: async () => ({
      ...{ name: text, description: note, validityMonths: whole, documentRequired: flag, active: flag },
    }),
  }),
  'outsideActivity.changed': listed('outsideActivity', {
    make: outsideActivity,
    put: '/OutsideActivities',
    list: '/OutsideActivities',
    choices: async () => ({ name: text, most: pick(1, 2.5), active: flag }),
  }),
  'gdprContact.changed': {
    targetType: 'gdprContact',
    choices: async () => ({ email: pick('a@example.se', 'b@example.se'), phone: pick('054-10 10 11', '054-10 10 12') }),
    async make() {
      const read = async () => get('/gdpr').then((now) => now ?? {})
      const lastChange = (await read())['lastChange'] ?? null
      await answer(await office.fetch('PUT', '/gdpr', { email: 'gdpr@example.se', phone: '054-10 10 10', lastChange }))
      return { targetId: 1, path: '/gdpr', read }
    },
  },
  'portalConfiguration.changed': {
    targetType: 'portalConfiguration',
    choices: async () => ({
      ...constants(plainConfiguration),
      organizationName: text,
      maxUploadMb: pick(50, 60),
      accentColor: pick(null, '#005500'),
      features: pick(features, [...features, 'CardPayment']),
    }),
    async make() {
      return { targetId: 1, path: '/PortalConfiguration', read: () => get('/PortalConfiguration') }
    },
  },
}

export const features = [
  'PracticalDriverExamination',
  'RoleManagement',
  'License',
  'UserLicense',
  'EducationPartTags',
  'UserToEducationCategoryFiltering',
]
