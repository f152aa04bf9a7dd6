const themes = ['light', 'dark'] as const

/** Returns the theme that the visitor has chosen, `light` or `dark`; `system` without a choice. */
export const readTheme = (cookies: { get: (name: string) => { value: string } | undefined }) => {
  const chosen = cookies.get('theme')?.value
  return themes.find((theme) => theme === chosen) ?? 'system'
}
