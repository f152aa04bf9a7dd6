import { notFound } from './error.ts'
import { maxCount } from './query.ts'
import { groupSchema, toListResponse, userSchema } from './resource.ts'
import { scimPath } from './rules.ts'

/*
 * Documents by which a client learns what the portal supports (RFC 7643, 5 to 7).
 */

interface Attribute {
  name: string
  type?: 'string' | 'boolean' | 'complex' | 'reference'
  required?: boolean
  multiValued?: boolean
  mutability?: 'readOnly' | 'readWrite' | 'immutable'
  uniqueness?: 'none' | 'server'
  caseExact?: boolean
  subAttributes?: Attribute[]
}

const toDefinition = ({ subAttributes, ...given }: Attribute): object => ({
  type: subAttributes ? 'complex' : 'string',
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...given,
  ...(subAttributes && { subAttributes: subAttributes.map(toDefinition) }),
})

const userAttributes: Attribute[] = [
  { name: 'userName', required: true, uniqueness: 'server' },
  { name: 'name', subAttributes: [{ name: 'givenName' }, { name: 'familyName' }] },
  { name: 'displayName' },
  {
    name: 'emails',
    multiValued: true,
    subAttributes: [{ name: 'value' }, { name: 'type' }, { name: 'primary', type: 'boolean' }],
  },
  { name: 'active', type: 'boolean' },
]

const groupAttributes: Attribute[] = [
  { name: 'displayName', required: true, uniqueness: 'server' },
  {
    name: 'members',
    multiValued: true,
    subAttributes: [
      { name: 'value', mutability: 'immutable' },
      { name: 'display', mutability: 'readOnly' },
      { name: 'type', mutability: 'immutable' },
      { name: '$ref', type: 'reference', mutability: 'immutable' },
    ],
  },
]

const toSchema = (id: string, name: string, attributes: readonly Attribute[]) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
  id,
  name,
  attributes: attributes.map(toDefinition),
  meta: { resourceType: 'Schema', location: `${scimPath}/Schemas/${id}` },
})

const toResourceType = (name: 'User' | 'Group', schema: string) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: name,
  name,
  endpoint: `/${name}s`,
  schema,
  meta: { resourceType: 'ResourceType', location: `${scimPath}/ResourceTypes/${name}` },
})

const documents: Record<'Schemas' | 'ResourceTypes', { id: string }[]> = {
  Schemas: [toSchema(userSchema, 'User', userAttributes), toSchema(groupSchema, 'Group', groupAttributes)],
  ResourceTypes: [toResourceType('User', userSchema), toResourceType('Group', groupSchema)],
}

const configuration = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: maxCount },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Bearer token',
      description: 'The password of an integration account with the part Staff',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${scimPath}/ServiceProviderConfig` },
}

/**
 * Returns a document of the service: the configuration, all documents of a kind, or one by its id.
 * @throws ScimError 404 for an unknown id.
 */
export function readDocument(kind: 'ServiceProviderConfig' | 'Schemas' | 'ResourceTypes', id: string | null): object {
  if (kind === 'ServiceProviderConfig') return configuration
  const all = documents[kind]
  if (id === null) return toListResponse(all, all.length, 1)
  const found = all.find((one) => one.id === id)
  if (!found) throw notFound()
  return found
}
