import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { integrationResources } from '#api/actor.ts'
import { passkeys, sessions } from '#api/people/authentication/table.ts'
import { category } from '../../catalogue.ts'
import { unlimited } from '../../integrations.ts'
import { database, signedIn } from '../../portal.ts'
import {
  type Case,
  type Fields,
  findInList,
  flag,
  getJson,
  office,
  pick,
  postJson,
  readAnswer,
  some,
  text,
} from './kit.ts'

export const userCase: Case = {
  targetType: 'user',
  choices: async () => ({
    firstName: text,
    lastName: text,
    phone: pick(null, '070-123 45 67'),
    language: pick(null, 'sv', 'en'),
    birthDate: pick(null, '2001-02-03'),
  }),
  async make() {
    const { id } = await signedIn()
    return { targetId: id, path: `/user/edit/${id}`, bodyOf: (chosen) => chosen, read: () => getJson(`/User/${id}`) }
  },
}

export const rolesCase: Case = {
  targetType: 'user',
  choices: async () => ({ Educator: flag, Administrator: flag }),
  async make() {
    const { id } = await signedIn({ roles: { Educator: {} } })
    const roles = async () => (await getJson<{ roles: Fields }>(`/User/${id}`)).roles
    const bodyOf = (chosen: Fields) => {
      const named = (isChosen: boolean) => Object.keys(chosen).filter((role) => chosen[role] === isChosen)
      return { rolesToAdd: named(true), rolesToRemove: named(false), extensions: {} }
    }
    const read = async () => ({ Educator: null, Administrator: null, ...(await roles()) })
    return { targetId: id, path: `/User/${id}/updateRoles`, bodyOf, read }
  },
}

export const favoritesCase: Case = {
  targetType: 'user',
  choices: async () => ({ educationCategoryIds: some(await category('Enduro'), await category('Trial')) }),
  async make() {
    const userId = office.id
    const read = async () => ({
      educationCategoryIds: await getJson<number[]>(`/user/${userId}/UserToEducationCategory`),
    })
    const path = '/EducationCategory/AddUserToEducationCategory'
    return { targetId: userId, path, bodyOf: (chosen) => ({ ...chosen, userId }), read }
  },
}

export const wordingCase: Case = {
  targetType: 'mailTemplate',
  choices: async () => ({
    subject: text.filter((one) => !String(one).includes('{{')),
    text: pick('{{name}}, hej', 'Hej {{name}}'),
  }),
  async make() {
    const path = '/Mails/templates/emailChanged'
    const texts = async () =>
      (await getJson<{ texts: Fields[] }>(path)).texts.find(({ language }) => language === 'sv') ?? {}
    const { subject, text: words, lastChange } = await texts()
    await readAnswer(await office.fetch('PUT', path, { variant: '', language: 'sv', subject, text: words, lastChange }))
    const read = async () => {
      const now = await texts()
      return { subject: now['subject'], text: now['text'], lastChange: now['lastChange'] }
    }
    return { targetId: 'emailChanged sv', path, read, bodyOf: (chosen) => ({ variant: '', language: 'sv', ...chosen }) }
  },
}

export const accountCase: Case = {
  targetType: 'integrationAccount',
  choices: async () => ({
    roles: fc.shuffledSubarray(['IntegrationRead', 'IntegrationWrite'], { minLength: 1 }),
    resources: fc.shuffledSubarray([...integrationResources], { minLength: 1 }),
    organizationIds: fc.shuffledSubarray([2, 20, 30]),
    expiresOn: fc.constantFrom(null, '2027-06-30'),
    active: flag,
  }),
  async make() {
    const path = '/User/integrationaccounts'
    const { id } = await postJson(path, {
      name: `System ${crypto.randomUUID()}`,
      roles: ['IntegrationRead'],
      ...unlimited,
    })
    return { targetId: id as number, path: `${path}/${id}`, read: () => findInList(path, id) }
  },
}

export const webhookCase: Case = {
  targetType: 'webhook',
  choices: async () => ({
    description: text,
    eventTypes: fc.shuffledSubarray(['license.issued', 'person.changed'], { minLength: 1 }),
    active: flag,
  }),
  async make() {
    const body = { url: 'https://example.se/hooks', description: 'System', eventTypes: ['license.issued'] }
    const { id } = await postJson('/Webhooks', body)
    return { targetId: id as number, path: `/Webhooks/${id}`, read: () => findInList('/Webhooks', id) }
  },
}

export const ruleCase: Case = {
  targetType: 'mailingRule',
  choices: async () => ({
    name: text,
    trigger: pick('beforeStart', 'occasionEnded'),
    days: pick(1, 7),
    audience: pick('participants', 'responsibles', 'clubAdministrators'),
    active: flag,
  }),
  async make() {
    const { id } = await postJson('/MailingRules', {
      name: 'Inför kursdagen',
      trigger: 'beforeStart',
      days: 3,
      audience: 'participants',
      educationId: null,
      subject: 'Snart dags',
      text: 'Hej {{förnamn}}',
      active: false,
    })
    return { targetId: id as number, path: `/MailingRules/${id}`, read: () => findInList('/MailingRules', id) }
  },
}

export const passkeyCase: Case = {
  targetType: 'user',
  choices: async () => ({ name: text }),
  async make() {
    const { query } = database()
    const row = {
      userId: office.id,
      credentialId: 'c',
      userHandle: 'h',
      publicKey: 'k',
      transports: [],
      name: 'Telefon',
    }
    const [made] = await query
      .insert(passkeys)
      .values({ ...row, createdAt: new Date() })
      .returning({ id: passkeys.id })
    const id = made?.id ?? 0
    // A person with a passkey is authorized only in sessions that have verified it.
    await query.update(sessions).set({ secondFactor: 'passkey' }).where(eq(sessions.userId, office.id))
    const read = async () => ({ name: (await query.select().from(passkeys).where(eq(passkeys.id, id)))[0]?.name })
    return { targetId: office.id, path: `/Authentication/passkeys/${id}`, bodyOf: (chosen) => chosen, read }
  },
}
