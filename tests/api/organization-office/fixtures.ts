import type { HeldRoles } from '#api/actor.ts'
import { features } from '#api/features.ts'
import type { MemberBooking, OrganizationOffice, SeasonMember } from '#api/office/organizations/contract.ts'
import { configurePortal } from '../../configuration.ts'
import { insertFederation } from '../../federation.ts'
import { type Person, signedIn } from '../../portal.ts'

await insertFederation()
await configurePortal({ features: [...features] })

export const staff = (roles: HeldRoles, organizationIds: number[] = []) =>
  signedIn({ roles, organizationIds, birthOn: '1980-01-01' })

export const office = await staff({ SuperAdministrator: {} })
/** The administrator of club 20, Åre MK. */
export const clubAdministrator = await staff({ OrganizationAdmin: { Organization: [20] } })

export const member = (lastName: string, organizationIds = [20], birthOn = '1990-01-01') =>
  signedIn({ firstName: 'Nora', lastName, organizationIds, birthOn })

interface MemberPage {
  items: SeasonMember[]
  total: number
  counts: { unlicensed: number; ready: number; expiring: number; lacking: number }
  licenses: { id: number; name: string }[]
}

export const readOffice = (person: Person, id = 20) =>
  person.json<OrganizationOffice>('GET', `/Organization/${id}/office`)
export const readMembers = (person: Person, query = '', id = 20) =>
  person.json<MemberPage>('GET', `/Organization/${id}/members${query}`)
export const readBookings = (person: Person, query = '', id = 20) =>
  person.json<{ items: MemberBooking[]; total: number }>('GET', `/Organization/${id}/bookings${query}`)

/** Returns the status of each call about an organisation for the person. */
export const statusesOf = (person: Person, id: number) =>
  Promise.all(
    ['office', 'members', 'memberNames', 'licenses', 'bookings', 'invoices'].map(
      async (name) => (await person.fetch('GET', `/Organization/${id}/${name}`)).status,
    ),
  )
