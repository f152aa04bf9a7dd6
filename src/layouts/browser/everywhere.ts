import { wireThemeSwitch } from './chosen-theme.ts'
import { wireCookieBanner } from './cookie-banner.ts'
import { watchDisturbance } from './disturbance.ts'

wireThemeSwitch()
wireCookieBanner()
watchDisturbance()
// This may come late: whoever has begun to put it right stays where they are.
if (document.activeElement === document.body) document.querySelector<HTMLElement>('[data-takes-focus]')?.focus()
