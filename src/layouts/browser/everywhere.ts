import { wireThemeSwitch } from './chosen-theme.ts'
import { wireCookieBanner } from './cookie-banner.ts'
import { watchDisturbance } from './disturbance.ts'

wireThemeSwitch()
wireCookieBanner()
watchDisturbance()
document.querySelector<HTMLElement>('[data-takes-focus]')?.focus()
