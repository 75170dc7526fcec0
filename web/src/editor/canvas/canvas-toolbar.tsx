import { CommandButton } from '../../app/commands/command-button.tsx'
import { IconButton } from '../../components/icon-button.tsx'
import * as t from '../../texts/editor/canvas.ts'
import type { EditorCommands } from '../commands/use-editor-commands.ts'

interface CanvasToolbarProps {
  commands: EditorCommands
  isMarquee: boolean
  showsMinimap: boolean
  zoom: number
  canEdit: boolean
}

const box = 'pointer-events-auto flex items-center rounded-control border border-line bg-surface shadow-card'

/** Zoom, fit, tidy up and add, at the bottom left of the canvas. */
export function CanvasToolbar({ commands, isMarquee, showsMinimap, zoom, canEdit }: CanvasToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label={t.toolbar}
      className="pointer-events-none absolute bottom-3 left-3 z-10 flex flex-wrap items-center gap-1.5"
    >
      <div className={box}>
        <CommandButton command={commands.zoomOut} iconOnly />
        <button
          type="button"
          aria-label={t.zoomLevelLabel(zoom)}
          onClick={() => void commands.zoomReset.run()}
          className="h-8 min-w-13 rounded-control px-1 text-center text-[0.8125rem] font-medium tabular-nums hover:bg-hover"
        >
          {t.zoomLevel(zoom)}
        </button>
        <CommandButton command={commands.zoomIn} iconOnly />
      </div>
      <div className={box}>
        <CommandButton command={{ ...commands.fit, title: t.fit }} variant="ghost" />
      </div>
      {canEdit && (
        <>
          <div className={box}>
            <CommandButton command={commands.tidyUp} variant="ghost" />
          </div>
          <div className={box}>
            <CommandButton command={{ ...commands.add, title: t.addNode }} variant="ghost" showKeys />
          </div>
          <div className={box}>
            <CommandButton command={commands.undo} iconOnly />
            <CommandButton command={commands.redo} iconOnly />
          </div>
        </>
      )}
      <div className={box}>
        <Toggle command={commands.marquee} isOn={isMarquee} />
        <Toggle command={commands.minimap} isOn={showsMinimap} />
        <CommandButton command={commands.list} iconOnly />
      </div>
    </div>
  )
}

function Toggle({ command, isOn }: { command: EditorCommands['marquee']; isOn: boolean }) {
  const { icon, title, keys } = command
  if (icon === undefined) return null
  return (
    <IconButton
      icon={icon}
      label={title}
      {...(keys?.[0] === undefined ? {} : { keys: keys[0] })}
      aria-pressed={isOn}
      onClick={() => void command.run()}
    />
  )
}
