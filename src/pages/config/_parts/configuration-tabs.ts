import type { ConfigurationSection } from '#islands/configuration/sections.ts'

export const configurationTabs = [
  'general',
  'disturbance',
  'features',
  'look',
  'texts',
  'links',
  'categories',
  'roles',
  'organizations',
  'gdpr',
  'accounts',
  'mail',
  'audit',
] as const

export type ConfigurationTab = (typeof configurationTabs)[number]

const forms: readonly ConfigurationSection[] = ['general', 'look', 'features', 'texts', 'links']

/** Returns the tab that an address names; the general one for any other. */
export const tabIn = (search: URLSearchParams): ConfigurationTab =>
  configurationTabs.find((name) => name === search.get('tab')) ?? 'general'

/** Returns the part of the configuration that a tab is a form of. */
export const sectionOf = (tab: ConfigurationTab): ConfigurationSection | undefined => forms.find((name) => name === tab)

/** Returns the texts that the islands of a tab need. */
export function textsOf(tab: ConfigurationTab): string[] {
  if (tab === 'audit') return ['audit']
  return tab === 'organizations' ? ['organizations', 'editing'] : ['configuration', 'editing']
}
