import { plainConfiguration } from '../../configuration.ts'
import { createLicense } from '../../licenses.ts'
import { inDays } from '../../time.ts'
import {
  arrangedCase,
  educationCase,
  examCase,
  licenseCase,
  materialCase,
  mediaCase,
  occasionCase,
  organizationCase,
  partCase,
  prerequisitesCase,
  tagCase,
} from './catalogue-cases.ts'
import {
  type Case,
  constants,
  type Fields,
  findInList,
  flag,
  getJson,
  note,
  office,
  pick,
  postJson,
  readAnswer,
  text,
  whole,
} from './kit.ts'
import {
  accountCase,
  favoritesCase,
  passkeyCase,
  rolesCase,
  ruleCase,
  userCase,
  webhookCase,
  wordingCase,
} from './person-cases.ts'

/** Builds the case of a resource that one call creates, another edits with the same body, and a list returns. */
const listed = (
  targetType: string,
  { make, put, list, choices }: { make: () => Promise<Fields>; put: string; list: string; choices: Case['choices'] },
): Case => ({
  targetType,
  choices,
  async make() {
    const { id } = await make()
    return { targetId: id as number, path: put, read: () => findInList(list, id) }
  },
})

async function outsideActivity(): Promise<Fields> {
  const categories = [{ name: 'Teori', minimum: 0, cap: null, educationIds: [] }]
  const { id: licenseId } = await createLicense(office, { renewal: { by: 'credits', total: 10, categories } })
  return postJson('/OutsideActivities', { licenseId, category: 0, name: 'Bana', most: 2, active: true })
}

/** Edit cases by the audit action that they record. */
export const cases: Record<string, Case> = {
  'education.changed': educationCase,
  'education.partsArranged': arrangedCase,
  'education.prerequisitesSet': prerequisitesCase,
  'educationPart.changed': partCase,
  'occasion.changed': occasionCase,
  'driverExam.changed': examCase,
  'license.changed': licenseCase,
  'media.changed': mediaCase,
  'organization.changed': organizationCase,
  'user.edited': userCase,
  'passkey.renamed': passkeyCase,
  'roles.changed': rolesCase,
  'favoriteCategories.chosen': favoritesCase,
  'mail.templateChanged': wordingCase,
  'educatorMaterial.changed': materialCase,
  'integration.changed': accountCase,
  'mailingRule.changed': ruleCase,
  'webhook.changed': webhookCase,
  'tag.changed': tagCase,
  'mediaTag.changed': listed('mediaTag', {
    make: () => postJson('/MediaTag', { name: `Tagg ${crypto.randomUUID()}` }),
    put: '/MediaTag',
    list: '/MediaTag',
    choices: async () => ({ order: pick(0, 3, 8) }),
  }),
  'event.changed': listed('event', {
    make: () => postJson('/Events', { content: 'Hej' }),
    put: '/Events',
    list: '/Events/latest?limit=10',
    choices: async () => ({ content: text }),
  }),
  'disturbanceMessage.changed': listed('disturbanceMessage', {
    make: () => postJson('/DisturbanceMessage', { content: 'Driftstopp' }),
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
      readAnswer(await office.fetch('PUT', '/EducationCategory', { name: 'Gren', shortName: 'G', color: '#112233' })),
    put: '/EducationCategory',
    list: '/EducationCategory',
    choices: async () => ({
      name: text,
      shortName: note,
      color: pick(null, '#00ff00'),
      order: pick(0, 2),
      active: flag,
    }),
  }),
  'educationRole.saved': listed('educationRole', {
    make: async () => readAnswer(await office.fetch('PUT', '/EducationRole', { name: 'Roll', group: 0 })),
    put: '/EducationRole',
    list: '/EducationRole',
    choices: async () => ({ name: text, group: pick(0, 3), order: pick(0, 2), active: flag }),
  }),
  'otherRequirement.changed': listed('otherRequirement', {
    make: () =>
      postJson('/OtherRequirement', {
        name: 'Läkarintyg',
        description: null,
        validityMonths: null,
        documentRequired: false,
        active: true,
      }),
    put: '/OtherRequirement',
    list: '/OtherRequirement',
    choices: async () => ({
      name: text,
      description: note,
      validityMonths: whole,
      documentRequired: flag,
      active: flag,
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
      const read = async () => getJson('/gdpr').then((now) => now ?? {})
      const lastChange = (await read())['lastChange'] ?? null
      await readAnswer(
        await office.fetch('PUT', '/gdpr', { email: 'gdpr@example.se', phone: '054-10 10 10', lastChange }),
      )
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
      return { targetId: 1, path: '/PortalConfiguration', read: () => getJson('/PortalConfiguration') }
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
