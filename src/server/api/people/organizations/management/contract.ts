import { z } from 'zod'
import { contract } from '#api/calls.ts'
import { id, instant, line, noContent, version } from '#api/wire.ts'
import { OrganizationType } from '../contract.ts'
import { formatOrganizationNumber, isOrganizationNumber } from './rules.ts'

const text = (maxLength: number) => line.min(1).max(maxLength).nullable()

/** Digits, spaces and a leading plus, as people write them (spec G-009). */
const Phone = z
  .string()
  .trim()
  .regex(/^\+?[\d -]{6,20}$/, 'phone')

const fields = {
  name: line.min(1).max(200),
  shortName: text(50),
  /** Stored as `802400-0005`. */
  orgNr: z
    .string()
    .trim()
    .refine(isOrganizationNumber, { params: { reason: 'organization_number' } })
    .transform(formatOrganizationNumber)
    .nullable(),
  parentId: id.nullable(),
  email: z.email().max(200).nullable(),
  phone: Phone.nullable(),
  website: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .nullable(),
  addressLine1: text(200),
  addressLine2: text(200),
  postalNumber: text(20),
  city: text(100),
  country: text(100),
  canBeInvoiced: z.boolean(),
  invoiceEmail: z.email().max(200).nullable(),
  active: z.boolean(),
}

/** A new organisation. Absent fields are empty; it is active by default. */
export const NewOrganization = z
  .object({ ...fields, type: OrganizationType })
  .partial()
  .required({
    name: true,
    type: true,
  })
export type NewOrganization = z.infer<typeof NewOrganization>

/** A change of an organisation. Absent fields stay as they are. `lastChange` is the version that was edited. */
export const OrganizationChange = z
  .object({ ...fields, isMain: z.boolean() })
  .partial()
  .extend({ lastChange: version })
export type OrganizationChange = z.infer<typeof OrganizationChange>

/** An organisation with all fields that the office edits. */
export const ManagedOrganization = z.object({
  id,
  name: z.string(),
  shortName: z.string().nullable(),
  type: OrganizationType,
  parentId: id.nullable(),
  parentName: z.string().nullable(),
  orgNr: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  addressLine1: z.string().nullable(),
  addressLine2: z.string().nullable(),
  postalNumber: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string().nullable(),
  canBeInvoiced: z.boolean(),
  invoiceEmail: z.string().nullable(),
  active: z.boolean(),
  isMain: z.boolean(),
  /** True when the register decides all fields except invoicing and which organisation is the main one. */
  isRegistered: z.boolean(),
  lastChange: instant,
})
export type ManagedOrganization = z.infer<typeof ManagedOrganization>

export const organizationManagement = contract({
  'GET /Organization/source': {
    who: 'superadministrators',
    reply: z.object({ isRegister: z.boolean(), hasController: z.boolean() }),
    summary:
      'Returns whether a register supplies the organisations, and whether the main one can be named as controller of personal data.',
  },
  'GET /Organization/:id/managed': { who: 'superadministrators', reply: ManagedOrganization },
  'POST /Organization': {
    who: 'superadministrators',
    body: NewOrganization,
    reply: ManagedOrganization,
    changes: ['organizations'],
    repeatable: true,
    summary:
      'Creates an organisation, unless a register supplies them. The first federation becomes the main organisation.',
  },
  'PUT /Organization/:id': {
    who: 'superadministrators',
    body: OrganizationChange,
    reply: ManagedOrganization,
    changes: ['organizations', 'educations'],
    summary:
      'Changes an organisation; a new parent moves its whole branch. Of one from the register only the invoicing changes.',
  },
  'DELETE /Organization/:id': {
    who: 'superadministrators',
    reply: noContent,
    changes: ['organizations'],
    summary: 'Deletes an organisation that nothing refers to; `active` retires others.',
  },
})
