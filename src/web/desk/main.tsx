/** Starts the desk: where a person decides. It offers no tool to any agent. */
import '../styles/index.css';
import './desk.css';
import { createRoot } from 'react-dom/client';
import { applyTheme } from '../parts/theme.tsx';
import { App } from './app.tsx';

applyTheme();

const root = document.getElementById('root');
if (!root) throw new Error('the document has no root');
createRoot(root).render(<App />);
