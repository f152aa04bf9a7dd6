import type { ConfigurationSection } from '#islands/configuration/sections.ts'
import { type ConfigurationTab, configurationTabs } from '#layouts/settings-navigation.ts'

const forms: readonly ConfigurationSection[] = ['general', 'look', 'features', 'texts', 'links']

/** Parses the open tab in a URL; the general tab by default. */
export const parseTab = (search: URLSearchParams): ConfigurationTab =>
  configurationTabs.find((name) => name === search.get('tab')) ?? 'general'

/** Returns the part of the configuration that a tab edits; undefined for the other tabs. */
export const getSection = (tab: ConfigurationTab): ConfigurationSection | undefined =>
  forms.find((name) => name === tab)

/** Returns the namespaces of the texts that the islands of a tab need, in no order. */
export function getTabNamespaces(tab: ConfigurationTab): string[] {
  if (tab === 'audit') return ['audit', 'editing', 'saved-views']
  if (tab === 'register') return ['register', 'editing']
  return tab === 'organizations' ? ['organizations', 'editing'] : ['configuration', 'editing']
}
