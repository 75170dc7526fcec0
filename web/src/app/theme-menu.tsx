import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { buttonClass } from '../components/button.tsx'
import { Menu, MenuLabel, MenuRadioItem } from '../components/menu.tsx'
import { chooseTheme, themeChoices, useTheme, type ThemeChoice } from './theme.ts'

const looks: Record<ThemeChoice, { icon: LucideIcon; label: string }> = {
  system: { icon: Monitor, label: 'System' },
  light: { icon: Sun, label: 'Light' },
  dark: { icon: Moon, label: 'Dark' },
}

/** The three choices, for any menu. */
export function ThemeItems() {
  const choice = useTheme()
  return (
    <DropdownMenu.RadioGroup value={choice} onValueChange={(next) => chooseTheme(next as ThemeChoice)}>
      <MenuLabel>Theme</MenuLabel>
      {themeChoices.map((theme) => (
        <MenuRadioItem
          key={theme}
          value={theme}
          icon={looks[theme].icon}
          onSelect={(event) => event.preventDefault()}
        >
          {looks[theme].label}
        </MenuRadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

export function ThemeButton() {
  const { icon: Icon, label } = looks[useTheme()]
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" aria-label={`Theme: ${label}`} className={buttonClass('ghost', 'icon')}>
          <Icon aria-hidden="true" className="size-4.5 text-muted" />
        </button>
      }
    >
      <ThemeItems />
    </Menu>
  )
}
