import { useReactFlow, useStoreApi, type Viewport } from '@xyflow/react'
import { type Ref, type RefObject, useImperativeHandle } from 'react'
import type { Scene } from '../scene/build-scene.ts'
import { boundsOf, type Point } from '../scene/geometry.ts'
import { allBoxes, withOutputs } from '../scene/scene-boxes.ts'
import { fitBox, revealBox, zoomAround } from './move-view.ts'
import { saveView } from './view-memory.ts'

export interface GraphCanvasHandle {
  fit(nodeIds?: Iterable<string>): void
  zoomBy(factor: number): void
  zoomTo(zoom: number): void
  /** Scrolls as little as needed to show a node. */
  reveal(nodeId: string): void
  /** The middle of what is visible, in coordinates of the graph. */
  center(): Point
}

interface CanvasHandleOptions {
  readonly ref: Ref<GraphCanvasHandle> | undefined
  readonly scene: RefObject<Scene>
  /** Under which the view is remembered. */
  readonly viewKey: string | undefined
  /** Called with each view that the handle shows. Keep its identity. */
  readonly onView: (view: Viewport) => void
}

/** Lets the owner of the canvas move its view. */
export function useCanvasHandle({ ref, scene, viewKey, onView }: CanvasHandleOptions): void {
  const flow = useReactFlow()
  const store = useStoreApi()
  useImperativeHandle(ref, () => {
    const measure = () => {
      const { domNode, width, height } = store.getState()
      // A panel beside the canvas may have opened just now.
      return domNode === null
        ? { width, height }
        : { width: domNode.clientWidth, height: domNode.clientHeight }
    }
    const boxOf = (id: string) => {
      const card = scene.current.cards.find(({ node }) => node.id === id)
      return card === undefined ? undefined : withOutputs(card)
    }
    const show = (view: Viewport) => {
      void flow.setViewport(view, { duration: reducedMotion() ? 0 : 140 })
      onView(view)
      saveView(viewKey, view)
    }
    return {
      fit(nodeIds) {
        const boxes =
          nodeIds === undefined ? allBoxes(scene.current) : [...nodeIds].flatMap((id) => boxOf(id) ?? [])
        const bounds = boundsOf(boxes)
        if (bounds !== undefined) show(fitBox(bounds, measure()))
      },
      zoomBy(factor) {
        const { width, height } = measure()
        show(zoomAround(flow.getViewport(), flow.getZoom() * factor, { x: width / 2, y: height / 2 }))
      },
      zoomTo(zoom) {
        const { width, height } = measure()
        show(zoomAround(flow.getViewport(), zoom, { x: width / 2, y: height / 2 }))
      },
      reveal(nodeId) {
        const box = boxOf(nodeId)
        if (box === undefined) return
        const view = flow.getViewport()
        const next = revealBox(box, view, measure())
        if (next !== view) show(next)
      },
      center() {
        const { width, height } = measure()
        const { x, y, zoom } = flow.getViewport()
        return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom }
      },
    }
  }, [flow, store, scene, onView, viewKey])
}

function reducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
