// The parts of Chart.js that the charts use, and no others, with the settings that all share.

import {
  BubbleController,
  Chart,
  Decimation,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
} from "chart.js";
import { crosshair } from "./crosshair.js";
import { labels } from "./labels.js";
import { marks } from "./marks.js";

Chart.register(
  BubbleController,
  Decimation,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  Tooltip,
  crosshair,
  labels,
  marks,
);

Object.assign(Chart.defaults, { animation: false, responsive: true, maintainAspectRatio: false });

export { Chart };
