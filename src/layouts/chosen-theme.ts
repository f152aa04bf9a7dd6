const themes = ['light', 'dark'] as const

/** What the visitor has chosen to see the portal in; without a choice, as their system does. */
export const chosenTheme = (cookies: { get: (name: string) => { value: string } | undefined }) => {
  const chosen = cookies.get('theme')?.value
  return themes.find((theme) => theme === chosen) ?? 'system'
}
