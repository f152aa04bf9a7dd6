import type { ConfigurationSection } from '#islands/configuration/sections.ts'

/** The tabs of the configuration, in order. */
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

/** Parses the open tab in a URL; the general tab by default. */
export const parseTab = (search: URLSearchParams): ConfigurationTab =>
  configurationTabs.find((name) => name === search.get('tab')) ?? 'general'

/** Returns the part of the configuration that a tab edits. */
export const getSection = (tab: ConfigurationTab): ConfigurationSection | undefined =>
  forms.find((name) => name === tab)

/** Returns the namespaces of the texts that the islands of a tab need. */
export function getTabNamespaces(tab: ConfigurationTab): string[] {
  if (tab === 'audit') return ['audit']
  return tab === 'organizations' ? ['organizations', 'editing'] : ['configuration', 'editing']
}
