// The parts of Chart.js that the charts use, and no others, with the settings that all share.

import {
  BubbleController,
  Chart,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
} from "chart.js";
import { band } from "./band.js";
import { crosshair } from "./crosshair.js";
import { labels } from "./labels.js";
import { marks } from "./marks.js";
import { names } from "./names.js";

Chart.register(
  BubbleController,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  band,
  crosshair,
  labels,
  marks,
  names,
);

// What a reader asks of a chart with pointer or keys, its readout's panel hears.
Object.assign(Chart.defaults, { animation: false, responsive: true, maintainAspectRatio: false, events: [] });

export { Chart };
