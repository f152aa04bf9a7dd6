/** The tabs of the configuration in groups, in the order of the page's side list. */
export const settingsGroups = [
  { name: 'portal', tabs: ['general', 'look', 'texts', 'links', 'features'] },
  { name: 'education', tabs: ['categories', 'roles'] },
  { name: 'organization', tabs: ['organizations', 'register', 'accounts'] },
  { name: 'messages', tabs: ['disturbance', 'mail'] },
  { name: 'privacy', tabs: ['gdpr', 'audit'] },
] as const

export type ConfigurationTab = (typeof settingsGroups)[number]['tabs'][number]

/** The tabs of the configuration, in order. */
export const configurationTabs: readonly ConfigurationTab[] = settingsGroups.flatMap(
  ({ tabs }): readonly ConfigurationTab[] => tabs,
)

/** Returns path and query of a tab; the general one opens without a query. */
export const toTabHref = (tab: ConfigurationTab): string => (tab === 'general' ? '/config' : `/config?tab=${tab}`)
